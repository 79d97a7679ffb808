/** From good to poor. A picture of 256 pixels seldom needs the second. */
const qualities = [0.85, 0.7, 0.5, 0.3, 0.1]

const encoded = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/webp', quality)
  })

const base64Of = async (blob: Blob): Promise<string> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Makes a small picture of a photo, at most `side` pixels wide and high and of `bytes`. Resolves to WebP in base64;
 * null: the file is no picture that this window can read.
 */
export async function scalePicture(
  file: Blob,
  { side, bytes }: { side: number; bytes: number },
): Promise<string | null> {
  const photo = await createImageBitmap(file).catch(() => null)
  if (!photo) return null
  const scale = Math.min(1, side / Math.max(photo.width, photo.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(photo.width * scale))
  canvas.height = Math.max(1, Math.round(photo.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  photo.close()
  for (const quality of qualities) {
    const blob = await encoded(canvas, quality)
    if (blob && blob.size <= bytes) return base64Of(blob)
  }
  return null
}
