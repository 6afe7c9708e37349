import { defineFormat } from '../define-format.js';
import { propertiesSchema, type PropertiesOptions } from './options.js';
import { readProperties } from './read.js';
import { writeProperties } from './write.js';

/** The properties files of Java and of Mozilla. */
export const propertiesFormat = defineFormat<PropertiesOptions>({
  id: 'properties',
  title: 'Java properties',
  extensions: ['.properties'],
  mimeTypes: ['text/x-java-properties'],
  kind: 'monolingual',
  caps: { read: true, write: true, streamRead: false, streamWrite: false, generative: false, package: false },
  options: propertiesSchema,
  read: readProperties,
  write: writeProperties,
});
