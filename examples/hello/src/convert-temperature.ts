import { Tool, type ToolArgs, type ToolDefinition } from '@helve/core';

const definition = {
  type: 'function',
  name: 'convert_temperature',
  description: 'Converts a temperature between Celsius, Fahrenheit and Kelvin',
  tags: ['units'],
  policy: { category: 'utility', sideEffects: 'none', idempotent: true },
  parameters: {
    degrees: { type: 'number', description: 'The temperature to convert' },
    from: { type: 'string', enum: ['celsius', 'fahrenheit', 'kelvin'], description: 'The unit it is in' },
    to: { type: 'string', enum: ['celsius', 'fahrenheit', 'kelvin'], description: 'The unit it should be in' },
    required: ['degrees', 'from', 'to'],
  },
} as const satisfies ToolDefinition;

type Unit = ToolArgs<typeof definition>['from'];

const toKelvin: Record<Unit, (degrees: number) => number> = {
  celsius: (degrees) => degrees + 273.15,
  fahrenheit: (degrees) => ((degrees - 32) * 5) / 9 + 273.15,
  kelvin: (degrees) => degrees,
};

const fromKelvin: Record<Unit, (kelvin: number) => number> = {
  celsius: (kelvin) => kelvin - 273.15,
  fahrenheit: (kelvin) => ((kelvin - 273.15) * 9) / 5 + 32,
  kelvin: (kelvin) => kelvin,
};

/** Written as a class: `@Tool` marks it, each call constructs one and runs it. */
@Tool(definition)
export class ConvertTemperature {
  async run({ degrees, from, to }: ToolArgs<typeof definition>): Promise<{ degrees: number; unit: Unit }> {
    const converted = fromKelvin[to](toKelvin[from](degrees));
    return { degrees: Math.round(converted * 100) / 100, unit: to };
  }
}
