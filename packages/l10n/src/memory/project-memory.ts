/** The memories of the project, where a step names none. */
export const PROJECT_MEMORY = 'tm:project';
