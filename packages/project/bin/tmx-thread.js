import { hash } from 'node:crypto';
import { useSha256 } from '@helve/core';
import { serveDrafts } from '@helve/l10n';

useSha256((text) => hash('sha256', text));
serveDrafts();
