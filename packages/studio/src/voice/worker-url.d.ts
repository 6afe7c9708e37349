/** The address of a script of its own, as Vite builds it. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
