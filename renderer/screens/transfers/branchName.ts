import type { Branch } from '../../../core/contract/transfer.ts'

/** The authority has numbers for all branches, and names for those that it has listed. */
export const branchName = ({ id, name }: Branch): string => (name === '' ? id : `${name} (${id})`)
