/** The authority's name in Kenya, as people say it: on screens, slips and reports. Code and REST say "the authority". */
export const authorityName = 'KRA'
