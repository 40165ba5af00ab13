const everyMs = 1_000
const bytesInKilobyte = 1_000
const bytesInMegabyte = 1_000_000

export type Progress = {
  /** As often as one likes. */
  tell(text: string): void
  /** Before anything else is printed. */
  end(): void
}

/** One line that changes on a terminal, plain lines elsewhere; one a second at most. */
export function createProgress(output: NodeJS.WriteStream): Progress {
  let toldAtMs = performance.now()
  let isLineOpen = false
  return {
    tell(text) {
      const nowMs = performance.now()
      if (nowMs - toldAtMs < everyMs) return
      toldAtMs = nowMs
      isLineOpen = output.isTTY
      output.write(output.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
    },
    end() {
      if (isLineOpen) output.write('\r\u001B[K')
      isLineOpen = false
    },
  }
}

export function shownCount(count: number): string {
  return count.toLocaleString('en')
}

export function shownSize(bytes: number): string {
  if (bytes < bytesInMegabyte) return `${Math.ceil(bytes / bytesInKilobyte)} kB`
  return `${(bytes / bytesInMegabyte).toFixed(1)} MB`
}
