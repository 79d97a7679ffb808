/**
 * Builds the remark of a till's own document. A later query of the authority returns it, so Kaunta recognises its
 * document.
 */
export const markRemark = (mark: string): string => `Kaunta ${mark}`
