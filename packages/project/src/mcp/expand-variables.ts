import { projectErrors } from '../project-errors.js';

/** Puts variables of the environment in the place of `${NAME}`; what was put in is not read again. */
function expandVariables(template: string, env: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value === undefined) throw projectErrors.create('PROJECT_VARIABLE_MISSING', { name });
    return value;
  });
}

/** Expands the variables in every value of a table. */
export function expandTable(
  table: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, expandVariables(value, env)]));
}
