/** What of it is used here; the types that others have written bring all of Node's into the screens. */
declare module 'papaparse' {
  const papa: { parse(text: string, options: { delimiter: string }): { data: string[][] } }
  export default papa
}
