/** Resource of the project's memories, for steps that name none. */
export const PROJECT_MEMORY = 'tm:project';
