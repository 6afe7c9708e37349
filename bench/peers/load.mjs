/** Imports one of the libraries that are installed here. @param {string} name @returns {Promise<any>} */
export const load = (name) => import(name);
