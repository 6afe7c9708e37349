import { nearestNames } from '@helve/core';
import { CapabilityNotLoadedError } from '../error/fatal-errors.js';
import { CapabilityInputError } from '../error/input-errors.js';

export function notLoaded(id: string, known: Iterable<string>): CapabilityNotLoadedError {
  return new CapabilityNotLoadedError(`Cannot find instance "${id}": it is not loaded${hint(id, known)}`, {
    capabilityName: id,
    instanceId: id,
  });
}

export function notFound(name: string, known: Iterable<string>): CapabilityNotLoadedError {
  return new CapabilityNotLoadedError(`Cannot find capability "${name}" on the search paths${hint(name, known)}`, {
    capabilityName: name,
  });
}

export function badId(name: string, id: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot load "${name}": "${id}" is not a valid instance id`, {
    fieldsInvalid: ['id'],
  });
}

export function idTaken(id: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot load "${id}": it is already loaded with other options`, {
    fieldsInvalid: ['id'],
    instanceId: id,
  });
}

function hint(name: string, known: Iterable<string>): string {
  const [nearest] = nearestNames(name, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}
