/** What is told as the remark of a document of the till's own, and read back in a look-up where the authority shows it. */
export const markRemark = (mark: string): string => `Kaunta ${mark}`
