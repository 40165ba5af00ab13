import { formatBytes } from '../parts/format.ts'
import type { RunFile } from './run-file.ts'

/** The name of a file, which saves it; or why it cannot be had any more. */
export function FileLine({ file: { name, address, bytes, missing } }: { file: RunFile }) {
  const size = bytes === null ? '' : formatBytes(bytes)
  return missing === null ? (
    <>
      <a href={address} download={name}>
        {name}
      </a>{' '}
      <span className="text-soft whitespace-nowrap">{size}</span>
    </>
  ) : (
    <>
      {name} <span className="text-soft">{missing}.</span>
    </>
  )
}
