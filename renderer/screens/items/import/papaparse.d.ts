/** Types of the parts that Kaunta uses. The published types would bring all of Node's types into the screens. */
declare module 'papaparse' {
  const papa: {
    parse(text: string, options: { delimiter: string }): { data: string[][] }
  }
  export default papa
}
