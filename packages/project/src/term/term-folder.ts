/** Where a project keeps the terms that were imported. */
export const termFolder = '.helve/terms';
