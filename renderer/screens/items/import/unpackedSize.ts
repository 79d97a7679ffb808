/** What a ZIP archive says that it unpacks into, before anything is unpacked. */

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22
const entryLength = 46
const longestComment = 0xffff
const zip64Extra = 1
const inZip64Extra = 0xffffffff
const hasDescriptor = 8
/** Deflate packs no more than so many bytes into one. */
const largestRatio = 1032

const endOf = (view: DataView): number | null => {
  const first = Math.max(0, view.byteLength - endLength - longestComment)
  for (let at = view.byteLength - endLength; at >= first; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at
  return null
}

/** The sizes that did not fit into the entry itself, in their order: unpacked, then packed. */
const zip64Sizes = (view: DataView, from: number, length: number): number[] => {
  for (let at = from; at + 4 <= from + length; ) {
    const size = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === zip64Extra)
      return Array.from({ length: Math.floor(size / 8) }, (_, index) =>
        Number(view.getBigUint64(at + 4 + index * 8, true)),
      )
    at += 4 + size
  }
  return []
}

/**
 * Returns the bytes of all entries; null if the archive says nothing usable. The reader unpacks no more of an entry than
 * its size here. It takes 0 for unknown, so such an entry counts with what could be in it.
 */
export const unpackedSize = (bytes: Uint8Array): number | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const end = endOf(view)
    if (end === null) return null
    const entries = view.getUint16(end + 10, true)
    let at = view.getUint32(end + 16, true)
    let sum = 0
    for (let entry = 0; entry < entries; entry += 1) {
      if (view.getUint32(at, true) !== entrySignature) return null
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
        view.getUint16(at + field, true),
      ) as [number, number, number]
      const more = zip64Sizes(view, at + entryLength + nameLength, extraLength)
      const sizeAt = (field: number) => {
        const size = view.getUint32(at + field, true)
        return size === inZip64Extra ? (more.shift() ?? Number.POSITIVE_INFINITY) : size
      }
      const unpacked = sizeAt(24)
      const packed = sizeAt(20)
      // The reader would look for the size elsewhere.
      if (packed === 0 && (view.getUint16(at + 8, true) & hasDescriptor) !== 0) return null
      sum += unpacked > 0 ? unpacked : packed * largestRatio
      at += entryLength + nameLength + extraLength + commentLength
    }
    return sum
  } catch {
    // A field lies behind the end of the file.
    return null
  }
}
