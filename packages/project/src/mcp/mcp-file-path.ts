import { dirname, join } from 'node:path';

/** The file beside the config that keeps the servers of a project; it holds no secrets and belongs under version control. */
export function mcpFilePath(configFile: string): string {
  return join(dirname(configFile), 'helve.mcp.json');
}
