import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs, type Answer } from '../needs.js';
import { createProject } from './project.js';

/** Capability of one language, with the places that its changes replace. */
interface Language {
  readonly name: string;
  readonly file: string;
  readonly code: string;
  readonly need?: Answer;
  /** Text before and after, by what it changes. */
  readonly changes: Readonly<Record<'policy' | 'input' | 'streams' | 'variables' | 'tasks', readonly [string, string]>>;
}

const node: Language = {
  name: 'Node',
  file: 'index.js',
  code: `import { TaskAdapter, ToolCapability } from '@helve/worker';
export class Teller extends ToolCapability {
  static description = 'Tells numbers';
  static WORKER_ENV = [{ name: 'TELLER_TONE', default: 'plain' }];
  static actions = {
    tell: { method: 'tell', input: { type: 'object', properties: { to: { type: 'integer' } } }, policy: { sideEffects: 'none' } },
    count: 'count',
  };
  get name() { return 'teller'; }
  get version() { return '1.0.0'; }
  initialize() {}
  getConfigSchema() { return { type: 'object', properties: {} }; }
  getCurrentConfig() { return {}; }
  tell({ to }) { return to; }
  *count({ to }) { yield to; }
}
export class Talk extends TaskAdapter {
  static taskName = 'talk';
  static version = '1.0.0';
  static requiredToolProtocol = { methods: [{ name: 'tell' }], properties: [] };
  say({ to }) { return this.tool.tell({ to }); }
}
`,
  changes: {
    policy: ["sideEffects: 'none'", "sideEffects: 'writes'"],
    input: ["type: 'integer'", "type: 'string'"],
    streams: ['*count({ to }) { yield to; }', 'count({ to }) { return to; }'],
    variables: ["default: 'plain' }", "default: 'plain' }, { name: 'TELLER_KEY', secret: true, required: true }"],
    tasks: ['say({ to }) { return', 'say({ to, loud }) { return loud ??'],
  },
};

const python: Language = {
  name: 'Python',
  file: 'capability.py',
  need: needs('python3'),
  code: `from helve_worker import EnvVarSpec, TaskAdapter, ToolCapability, capability_action


class Teller(ToolCapability):
    """Tells numbers"""

    name, version = "teller", "1.0.0"
    WORKER_ENV = [EnvVarSpec("TELLER_TONE", default="plain")]

    def initialize(self, config=None):
        pass

    def get_config_schema(self):
        return {"type": "object", "properties": {}}

    def get_current_config(self):
        return {}

    @capability_action("tell", policy={"sideEffects": "none"})
    def tell(self, to: int):
        return to

    @capability_action("count")
    def count(self, to):
        yield to


class Talk(TaskAdapter):
    task_name, version = "talk", "1.0.0"
    required_tool_protocol = {"methods": [{"name": "tell"}], "properties": []}

    def say(self, to):
        return self.tool.tell(to)
`,
  changes: {
    policy: ['"sideEffects": "none"', '"sideEffects": "writes"'],
    input: ['to: int', 'to: str'],
    streams: ['yield to', 'return to'],
    variables: ['default="plain")', 'default="plain"), EnvVarSpec("TELLER_KEY", secret=True, required=True)'],
    tasks: ['def say(self, to):', 'def say(self, to, loud=False):'],
  },
};

describe.each([node, python])('drift of a capability in $name', ({ need = {}, ...language }) => {
  test(
    'R62 a changed policy, input, stream, secret and adapter are told, and go when they are recorded',
    need,
    async () => {
      const { file, code, changes } = language;
      const folder = 'capabilities/teller';
      const {
        helve,
        write,
        folder: root,
      } = await createProject({
        'helve.config.json': '{}',
        [`${folder}/${file}`]: code,
      });
      const record = () => helve(['worker', 'manifest', folder]);
      expect(await record()).toMatchObject({ code: 0 });
      expect(await helve(['worker', 'drift'])).toMatchObject({ code: 0, stdout: 'teller: as recorded\n' });
      const recorded = await readFile(join(root, folder, 'capability.json'), 'utf8');
      const changed = Object.values(changes).reduce((text, [from, to]) => text.replace(from, to), code);
      await write({ [`${folder}/${file}`]: changed, 'old.capability.json': recorded });

      const drifted = await helve(['worker', 'drift']);
      expect(drifted.code).toBe(3);
      const lines = [
        '~ tell/policy/sideEffects: "none" → "writes"',
        '~ tell/input/properties/to/type: "integer" → "string"',
        '- count/streams',
        '+ TELLER_KEY',
        ' talk.say/',
      ];
      for (const line of lines) expect(drifted.stdout).toContain(line);
      const told = JSON.parse((await helve(['worker', 'drift', 'teller', '--json'])).stdout) as unknown;
      expect(told).toMatchObject([
        {
          id: 'teller',
          drift: {
            version: { drifted: false },
            actions: { drifted: true, diff: { removed: ['count/streams'] } },
            variables: { drifted: true, diff: { added: ['TELLER_KEY'], removed: [], changed: [] } },
            tasks: { drifted: true },
          },
        },
      ]);
      const validated = await helve(['worker', 'validate', folder]);
      expect(validated).toMatchObject({ code: 0, stdout: expect.stringMatching(/actions +they differ/) });
      expect((await helve(['worker', 'diff-surface', 'teller'])).stdout).toContain('+ TELLER_KEY');

      expect(await record()).toMatchObject({ code: 0 });
      const compared = await helve(['worker', 'diff-surface', 'old.capability.json', folder, '--json']);
      expect(JSON.parse(compared.stdout)).toMatchObject({ variables: { added: ['TELLER_KEY'] } });
      expect((await helve(['worker', 'drift', 'teller'])).stdout).not.toContain('drifted');
    },
  );
});
