import { useState } from 'react'
import type { RunFile } from './run-file.ts'

/** A picture of a run, or why it cannot be shown. */
export function Picture({
  file: { name, address, missing },
  alt,
  className = '',
}: {
  file: RunFile
  alt: string
  className?: string
}) {
  const [isBroken, setIsBroken] = useState(false)
  if (missing !== null || isBroken) {
    return (
      <span className="text-soft block p-4">
        {name}: {missing ?? 'The picture could not be loaded'}.
      </span>
    )
  }
  return <img src={address} alt={alt} className={className} onError={() => setIsBroken(true)} />
}
