export type ImageSize = { format: 'png' | 'jpeg' | 'webp'; width: number; height: number }

/** Format and size from the header, without decoding; undefined for anything but PNG, JPEG and WebP. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return pngSize(view) ?? jpegSize(view) ?? webpSize(view)
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function pngSize(view: Buffer): ImageSize | undefined {
  if (view.length < 33 || !view.subarray(0, 16).equals(PNG)) return undefined
  return { format: 'png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
}

/** The frame header follows any number of segments, each with its length. */
function jpegSize(view: Buffer): ImageSize | undefined {
  if (view.length < 4 || view.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < view.length; at += 2 + view.readUInt16BE(at + 2)) {
    while (view[at] === 0xff && view[at + 1] === 0xff) at += 1
    const marker = view[at + 1] ?? 0
    if (view[at] !== 0xff || at + 9 >= view.length) return undefined
    if (isFrame(marker)) return { format: 'jpeg', width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) }
  }
  return undefined
}

/** SOF0 to SOF15, without the tables and the extension that share their range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function webpSize(view: Buffer): ImageSize | undefined {
  if (view.length < 30 || view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  const kind = view.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { format: 'webp', width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ')
    return { format: 'webp', width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L' || view[20] !== 0x2f) return undefined
  const bits = view.readUInt32LE(21)
  return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
