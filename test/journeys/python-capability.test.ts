import { describe, expect, test } from 'vitest';
import { needs } from '../needs.js';
import { createProject } from './project.js';

const tagger = (more = '') => `"""Tags"""
from dataclasses import dataclass, field
from typing import Literal

from helve_worker import RELOAD_TRIGGER, EnvVarSpec, TaskAdapter, ToolCapability, capability_action, config_json_schema


@dataclass
class Config:
    model: Literal["small", "large"] = field(default="small", metadata={RELOAD_TRIGGER: "model"})
    most: int = field(default=3, metadata={"minimum": 1})


class Tagger(ToolCapability):
    """Finds the words of a text that say most"""

    name, version = "tagger", "1.0.0"
    config_class = Config
    WORKER_ENV = [EnvVarSpec("TAGGER_TOKEN", secret=True, required=True)]

    def __init__(self):
        self.config = {"model": "small", "most": 3}

    def initialize(self, config=None):
        self.config.update(config or {})

    def get_config_schema(self):
        return config_json_schema(Config)

    def get_current_config(self):
        return dict(self.config)

    @capability_action("tag", policy={"sideEffects": "none", "idempotent": True})
    def tag(self, text: str, most: int = 0):
        """Tags a text"""
        return sorted(text.split(), key=len, reverse=True)[: most or self.config["most"]]

    def candidates(self, text):
        return text.split()
${more}

class TagText(TaskAdapter):
    task_name = "tagging"
    required_tool_protocol = {"methods": [{"name": "candidates", "params": ["text"]}], "properties": []}

    def first(self, text: str):
        return self.tool.candidates(text)[0]
`;

describe('a capability in Python', needs('python3'), () => {
  test('is added, described, called with its secret, validated, and noticed when it drifts', async () => {
    const project = await createProject({ 'helve.config.json': '{}', 'tagger.py': tagger() });
    const helve = (line: string, stdin?: string) =>
      project.helve(line.split(' '), stdin === undefined ? {} : { stdin });
    expect(await helve('worker add tagger.py')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('tagger 1.0.0'),
    });
    expect((await helve('worker call tagger tag {"text":"a"}')).stderr).toContain('TAGGER_TOKEN');
    await helve('secret set tagger TAGGER_TOKEN', 'quite-secret-token');
    expect(await helve('worker drift tagger')).toMatchObject({ code: 0, stdout: 'tagger: as recorded\n' });
    const called = await helve('call tagger.tag --text one-longer-words --most 1');
    expect(JSON.parse(called.stdout)).toEqual(['one-longer-words']);
    expect((await helve('worker call tagger tagging.first {"text":"x"}')).stdout).toBe('"x"\n');
    const folder = '.helve/capabilities/tagger';
    expect(await helve(`worker validate ${folder}`)).toMatchObject({ code: 0 });

    const more = '    def more(self, text, *, times=1):\n        return text\n';
    await project.write({ [`${folder}/tagger.py`]: tagger(more).replace('1.0.0', '1.1.0') });
    const drifted = await helve('worker drift tagger');
    expect(drifted).toMatchObject({ code: 3, stdout: expect.stringContaining('+ method more') });
    expect((await helve(`worker validate ${folder}`)).stdout).toContain('the manifest says 1.0.0, the class 1.1.0');
    expect(await helve(`worker manifest ${folder}/tagger.py`)).toMatchObject({ code: 0 });
    expect(await helve('worker drift tagger')).toMatchObject({ code: 0, stdout: 'tagger: as recorded\n' });
  });

  test('a program that says another name than its manifest is told of, and one without a record has none', async () => {
    const code = { name: 'other', version: '1.0.0', description: 'Tags', runtime: 'python', module: './tagger.py' };
    const project = await createProject({
      'helve.config.json': '{}',
      'capabilities/other/tagger.py': tagger().replace('EnvVarSpec("TAGGER_TOKEN", secret=True, required=True)', ''),
      'capabilities/other/capability.json': JSON.stringify({ format: 'helve.capability/1', code }),
    });
    const validated = await project.helve(['worker', 'validate', 'capabilities/other']);
    expect(validated).toMatchObject({ code: 1, stdout: expect.stringContaining('the class "tagger"') });
    expect((await project.helve(['worker', 'drift'])).stdout).toContain('the program says that it is "tagger"');
    const named = { format: 'helve.capability/1', code: { ...code, name: 'tagger' } };
    await project.write({ 'capabilities/other/capability.json': JSON.stringify(named) });
    expect((await project.helve(['worker', 'drift'])).stdout).toContain('nothing is recorded');
  });
});
