import { checkAnswer, type ToolResponse, type ToolUser } from '@helve/core';
import { ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { toolsFor } from '../../auth/tools-for.js';
import type { JobDetails, JobViewer } from '../../port/jobs.js';
import type { ClientContext } from '../call/client-context.js';
import { toCallResult } from '../call/to-call-result.js';
import type { McpHost } from '../mcp-host.js';
import { pollIntervalMs, type TaskDetails, type TaskFacts, type TaskStatus } from './task.js';

/** A task whose call is under way in another process, or was: all that is known of it is its job. */
export class StoredTask {
  readonly #host: McpHost;
  readonly #job: JobDetails;
  readonly #viewer: JobViewer;
  readonly #client: ClientContext;

  constructor(host: McpHost, job: JobDetails, viewer: JobViewer, client: ClientContext) {
    this.#host = host;
    this.#job = job;
    this.#viewer = viewer;
    this.#client = client;
  }

  async details(): Promise<TaskDetails> {
    const { id } = this.#job;
    const result = await this.#host.settings.jobs?.result(id, this.#viewer);
    if (result?.kind !== 'call') return this.#facts('working');
    const { response } = result;
    if (!response.ok && response.error.type === 'CANCELLED') return this.#facts('cancelled');
    if (!response.ok && response.error.type === 'INTERNAL') {
      const error = { code: ProtocolErrorCode.InternalError, message: response.error.message };
      return { ...this.#facts('failed'), error };
    }
    return { ...this.#facts('completed'), result: await this.#toResult(response) };
  }

  /** Whoever asked the question has ended, and the call with it. */
  answer(): void {}

  async cancel(): Promise<void> {
    await this.#host.settings.jobs?.change(this.#job.id, this.#viewer, 'cancel');
  }

  #facts(status: TaskStatus): TaskFacts {
    const { id, submittedAt, settledAt } = this.#job;
    const ttlMs = this.#host.options.taskTtlMs;
    return {
      taskId: id,
      status,
      createdAt: submittedAt,
      lastUpdatedAt: settledAt ?? submittedAt,
      ttlMs,
      pollIntervalMs,
    };
  }

  async #toResult(response: ToolResponse): Promise<CallToolResult> {
    const { settings, names, pagesOf, options } = this.#host;
    const { name: id } = this.#job;
    const view = await toolsFor(settings, this.#viewer.user, 'mcp');
    const tool = view.get(id);
    if (tool === undefined)
      return toCallResult(response, { tool: undefined, structured: false, maxBytes: options.maxResultBytes });
    const { response: checked, structured } = await checkAnswer(tool, response);
    const bare = toCallResult(checked, { tool, structured, maxBytes: options.maxResultBytes });
    if (tool.outputSchema === undefined) return bare;
    return this.#client.project(bare, pagesOf(view).tool(names().nameOf(id) ?? id)?.outputSchema);
  }
}

/** The task of a job that this user began over MCP; undefined where its time is over. */
export async function findStoredTask(
  host: McpHost,
  id: string,
  user: ToolUser,
  client: ClientContext,
): Promise<StoredTask | undefined> {
  const viewer = { user, ofOthers: false };
  const job = await host.settings.jobs?.get(id, viewer);
  if (job?.kind !== 'call') return undefined;
  const isOver = job.settledAt !== undefined && Date.parse(job.settledAt) + host.options.taskTtlMs <= Date.now();
  return isOver ? undefined : new StoredTask(host, job, viewer, client);
}
