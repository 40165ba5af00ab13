import type { ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'

/** A secret that the server tells once. */
export function OneTimeSecret({
  what,
  secret,
  children,
}: {
  what: string
  secret: string
  children?: ReactNode
}) {
  return (
    <div role="status" className="bg-warn-wash my-3 rounded-md p-3">
      <p className="text-warn mb-2 font-semibold">
        <span aria-hidden="true">⚠ </span>Copy this {what} now: it is not shown again.
      </p>
      <CodeBlock text={secret} what={what} />
      {children}
    </div>
  )
}
