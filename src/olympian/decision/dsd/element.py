"""What a tree is made of: decisions that choose, actions that do."""

from abc import ABC, abstractmethod
from enum import Enum
from inspect import isabstract, isclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args

if TYPE_CHECKING:
    from olympian.decision.dsd.stack import Stack

Outcome = TypeVar("Outcome", bound=Enum)


class Element(ABC):
    """Something that can be on the stack, made anew each time it is pushed.

    The parameters of the tree are the keyword arguments of `__init__` (a dataclass writes it for
    you). All that is declared here is set before `__init__` runs.
    """

    blackboard: Any
    """What all elements of a tree share; a subclass may declare its type."""
    stack: "Stack"
    since: float
    """When this element was pushed; for an action of a sequence, when its turn came."""

    @property
    def now(self) -> float:
        """Time of this tick."""
        return self.stack.t

    def on_pop(self) -> None:  # noqa: B027
        """Called once when the element leaves the stack.

        It popped itself, a decision below it changed its mind or popped itself, or the stack was
        cleared. What is on top leaves first.
        """

    def interrupt(self) -> None:
        """Clear the stack; the next tick begins at the root."""
        self.stack.reset()


class Decision(Element, Generic[Outcome]):
    """A question, asked when it is pushed and again every tick.

    `class Falling(Decision[Direction])`: the members of the enum `Direction` are the outcomes, and
    every tree that uses the decision has to say where each of them leads.
    """

    outcomes: ClassVar[type[Enum] | None] = None
    """Enum of the answers, taken from the square brackets."""
    reevaluated: bool = True
    """Ask again every tick? Else the answer stands until what it led to is popped."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in vars(cls).get("__orig_bases__", ()):
            for argument in get_args(base):
                if isinstance(argument, type) and issubclass(argument, Enum):
                    cls.outcomes = argument

    @property
    def reevaluating(self) -> bool:
        """Is this the question of a later tick, with something on the stack above?"""
        return self.stack.reevaluating

    def pop(self) -> Any:
        """Leave the stack with all above, while being asked: `return self.pop()`.

        The tick ends, and in the next one the decision below is asked anew; below the root there
        is none, so the stack is built anew.
        """
        self.stack.pop_decision(self)

    @abstractmethod
    def perform(self) -> Outcome:
        """The answer now. Decisions are pure: they look at the blackboard and touch nothing."""


class Action(Element):
    """Something that is done, tick by tick, until it pops itself or a decision below changes."""

    instant: ClassVar[bool] = False
    """Does the next action of a sequence follow in the same tick, once this one has popped itself?

    For actions that only set something. In the original every action costs at least a tick.
    """

    @abstractmethod
    def perform(self) -> None:
        """Do the work of one tick."""

    def pop(self) -> None:
        """Be done: the sequence goes on, or the decision below is asked in the next tick."""
        self.stack.pop(self)

    def do_not_reevaluate(self) -> None:
        """Ask no decision in the next tick."""
        self.stack.hold(self)


def elements_in(*modules: ModuleType) -> list[type[Element]]:
    """Every decision and action that can run and that the modules define or import."""
    found = (item for module in modules for item in vars(module).values())
    return [
        item
        for item in found
        if isclass(item) and issubclass(item, Element) and not isabstract(item)
    ]
