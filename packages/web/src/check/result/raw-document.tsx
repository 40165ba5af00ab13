import { useMemo, useState } from 'react'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import type { CheckResult } from '../../resources/check-result.ts'

/** The result as the API gives it. Written out only when somebody looks: it may be long. */
export function RawDocument({ result }: { result: CheckResult }) {
  const [isOpen, setIsOpen] = useState(false)
  const text = useMemo(() => (isOpen ? JSON.stringify(withoutNulls(result), null, 2) : ''), [isOpen, result])
  return (
    <Card>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">Raw document</summary>
        <div className="mt-3">
          {isOpen ? <CodeBlock text={text} what="raw document of the result" /> : null}
        </div>
      </details>
    </Card>
  )
}

/** Of the parts for other types, each is null. */
function withoutNulls(result: CheckResult): Record<string, unknown> {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null))
}
