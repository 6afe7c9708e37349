import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const stripe = 4;
const maxPixels = 64 * 1024 * 1024;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Bytes per pixel by colour type: gray, RGB, gray and alpha, RGBA. Images with a palette are left alone. */
const pixelBytes: { readonly [colourType: number]: number } = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Draws a striped frame into a PNG with 8 bits per channel; returns undefined for other images. */
export function framePng(png: Buffer): Buffer | undefined {
  const chunks = readChunks(png);
  const header = chunks?.find(({ type }) => type === 'IHDR')?.data;
  if (chunks === undefined || header === undefined || header.length < 13) return undefined;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const size = pixelBytes[header.readUInt8(9)];
  if (size === undefined || header.readUInt8(8) !== 8 || header.readUInt8(12) !== 0) return undefined;
  if (width * height > maxPixels) return undefined;
  const pixels = readPixels(chunks, width * size, height, size);
  if (pixels === undefined) return undefined;
  drawFrame(pixels, width, height, size);
  return toPng(chunks, pixels, width * size, height);
}

function drawFrame(pixels: Buffer, width: number, height: number, size: number): void {
  const thickness = Math.max(1, Math.min(stripe, Math.floor(Math.min(width, height) / 4)));
  for (let y = 0; y < height; y += 1) {
    const isEdgeRow = y < thickness || y >= height - thickness;
    for (let x = 0; x < width; x += 1) {
      if (!isEdgeRow && x >= thickness && x < width - thickness) continue;
      const shade = Math.floor((x + y) / stripe) % 2 === 0 ? 0 : 255;
      const at = (y * width + x) * size;
      pixels.fill(shade, at, at + size);
      if (size === 2 || size === 4) pixels[at + size - 1] = 255;
    }
  }
}

function readChunks(png: Buffer): readonly Chunk[] | undefined {
  if (!png.subarray(0, 8).equals(signature)) return undefined;
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) return undefined;
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Decodes the pixels, undoing the filters of their lines (PNG, section 9). */
function readPixels(chunks: readonly Chunk[], line: number, height: number, size: number): Buffer | undefined {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const raw = inflate(packed, (line + 1) * height);
  if (raw === undefined || raw.length < (line + 1) * height) return undefined;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)] ?? 0;
    for (let x = 0; x < line; x += 1) {
      const left = x < size ? 0 : (pixels[y * line + x - size] ?? 0);
      const up = y === 0 ? 0 : (pixels[(y - 1) * line + x] ?? 0);
      const corner = y === 0 || x < size ? 0 : (pixels[(y - 1) * line + x - size] ?? 0);
      pixels[y * line + x] = (raw[y * (line + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return pixels;
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength });
  } catch {
    return undefined;
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return Math.floor((left + up) / 2);
    case 4: {
      const guess = left + up - corner;
      const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    }
    default:
      return 0;
  }
}

function toPng(chunks: readonly Chunk[], pixels: Buffer, line: number, height: number): Buffer {
  const raw = Buffer.alloc((line + 1) * height);
  for (let y = 0; y < height; y += 1) pixels.copy(raw, y * (line + 1) + 1, y * line, (y + 1) * line);
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const others = chunks.filter(({ type }) => type !== 'IDAT');
  const all = [...others.slice(0, first), { type: 'IDAT', data: deflateSync(raw) }, ...others.slice(first)];
  return Buffer.concat([signature, ...all.map(toChunk)]);
}

function toChunk({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
