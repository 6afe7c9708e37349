import { defineConfig } from '@helve/cli';
import { tools } from '@helve/example-hello';

export default defineConfig({ tools: [...tools] });
