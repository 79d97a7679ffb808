/** Rows that an export asks for at once: a sale in another window waits for no more than these. */
export const pageRows = 100
