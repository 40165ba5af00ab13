import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import type { TestError } from './test-detail.ts'

/** What went wrong, with the code around it. */
export function TestErrors({ errors }: { errors: readonly TestError[] }) {
  if (errors.length === 0) return null
  return (
    <Card title="Errors">
      <ul className="space-y-4">
        {errors.map(({ test, message, location, snippet }, index) => (
          <li key={index} className="min-w-0">
            <p className="font-semibold break-words">
              {test ?? 'Run'}
              {location === null ? null : <span className="text-soft ml-2 font-normal">{location}</span>}
            </p>
            <pre className="mt-1 font-mono text-xs break-words whitespace-pre-wrap">{message}</pre>
            {snippet === null ? null : (
              <div className="mt-2">
                <CodeBlock text={snippet} what="code around the error" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
