import type { PrintJob } from '../../base/ports.ts'

/** Width and height in millimetres. */
export interface PageSize {
  width: number
  height: number
}

const rollHeight = 297
const sizes: Record<PrintJob['paper'], PageSize> = {
  '58mm': { width: 58, height: rollHeight },
  '80mm': { width: 80, height: rollHeight },
  A4: { width: 210, height: 297 },
}

/** Returns a job's page size: from its `@page { size: 80mm 143mm }`, otherwise its paper's. */
export const pageSizeOf = ({ html, paper }: PrintJob): PageSize => {
  const [, width, height] = /@page\s*\{\s*size:\s*([\d.]+)mm\s+([\d.]+)mm/.exec(html) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : sizes[paper]
}
