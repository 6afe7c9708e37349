"""Actions: methods that hosts may call, marked by a decorator or listed in a table."""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any, Callable, Dict, FrozenSet, List, NamedTuple, Optional, Set, TypeVar

from .errors import CapabilityDefinitionError, CapabilityInputError

Method = TypeVar("Method", bound=Callable[..., Any])


class ActionEntry(NamedTuple):
    """One action of a class: its method and what was declared of it."""

    name: str
    method: str
    description: Optional[str] = None
    input: Any = None
    output: Any = None
    policy: Optional[Dict[str, Any]] = None
    streams: Optional[str] = None


def capability_action(
    action_name: str,
    *,
    description: Optional[str] = None,
    input: Any = None,  # noqa: A002
    output: Any = None,
    policy: Optional[Dict[str, Any]] = None,
    streams: Optional[str] = None,
) -> Callable[[Method], Method]:
    """Marks a method as the handler of an action; calling it does not change.

    `streams` says what a generator gives to a caller that takes no stream: `list`, or the `last` value.
    """
    if streams not in (None, "list", "last"):
        raise CapabilityDefinitionError(f'Cannot declare the action "{action_name}": streams is "list" or "last"')

    def mark(method: Method) -> Method:
        setattr(method, "_capability_action", action_name)
        about = ActionEntry(action_name, method.__name__, description, input, output, policy, streams)
        setattr(method, "_capability_about", about)
        return method

    return mark


@lru_cache(maxsize=None)
def action_entries(capability_class: type) -> Dict[str, ActionEntry]:
    """All actions by name, inherited ones too; an override without a mark keeps its action, None takes one away."""
    table: Dict[str, ActionEntry] = {}
    for owner in reversed(capability_class.__mro__):
        own: Set[str] = set()
        for method, value in vars(owner).items():
            about = getattr(value, "_capability_about", None)
            if about is None:
                continue
            if about.name in own:
                raise CapabilityDefinitionError(f'Cannot use {owner.__name__}: it has the action "{about.name}" twice')
            own.add(about.name)
            table[about.name] = about._replace(method=method)
        for name, listed in (vars(owner).get("actions") or {}).items():
            if listed is None:
                table.pop(name, None)
            else:
                table[name] = ActionEntry(name, listed)
    return table


def collect_capability_actions(capability_class: type) -> Set[str]:
    """The names of all actions of a class, inherited ones included."""
    return set(action_entries(capability_class))


def call_named(method: Callable[..., Any], what: str, named: Dict[str, Any]) -> Any:
    """Calls with named arguments; those that do not fit are the caller's mistake, not the method's."""
    fields = unfit(method, named)
    if not fields:
        return method(**named)
    try:
        inspect.signature(method).bind(**named)
    except TypeError as error:
        raise CapabilityInputError(f"Cannot call {what}: {error}", fields) from None
    return method(**named)


class Parameters(NamedTuple):
    """What can be given to a function by name."""

    known: FrozenSet[str]
    needed: FrozenSet[str]
    takes_all: bool


def parameters_of(method: Callable[..., Any]) -> Parameters:
    """Read once for each function: looking into one takes longer than most calls."""
    function = getattr(method, "__func__", None)
    return read_parameters(method, False) if function is None else read_parameters(function, True)


@lru_cache(maxsize=1000)
def read_parameters(function: Callable[..., Any], bound: bool) -> Parameters:
    named = list(inspect.signature(function).parameters.values())[1 if bound else 0 :]
    by_name = [one for one in named if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    return Parameters(
        frozenset(one.name for one in by_name),
        frozenset(one.name for one in by_name if one.default is one.empty),
        any(one.kind is one.VAR_KEYWORD for one in named),
    )


def unfit(method: Callable[..., Any], named: Dict[str, Any]) -> List[str]:
    """The names of arguments that are missing, or that nothing takes."""
    known, needed, takes_all = parameters_of(method)
    given = named.keys()
    if needed <= given and (takes_all or given <= known):
        return []
    return sorted((needed - given) | (frozenset() if takes_all else given - known))
