import { useEffect, useRef } from 'react'
import { formatFully, formatTimeOfDay } from './format.ts'
import { joinClasses } from './join-classes.ts'

export type LogLine = { part?: string; time: number; level: string; msg: string }

const colors: Readonly<Record<string, string>> = { error: 'text-bad', warn: 'text-warn', debug: 'text-soft' }

/** What a run had to say, line by line, with the time of day. `isLive`: it goes on, and the end stays in view. */
export function LogLines({
  lines,
  label,
  isLive = false,
}: {
  lines: readonly LogLine[]
  label: string
  isLive?: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLive) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [isLive, lines.length])
  return (
    <div
      ref={box}
      role="log"
      aria-label={label}
      // Whoever uses a keyboard scrolls it, too.
      tabIndex={0}
      className="max-h-96 overflow-auto px-4 py-2 font-mono text-xs"
    >
      <ol>
        {lines.map(({ part, time, level, msg }, index) => (
          <li key={`${index}-${time}`} className="flex gap-2">
            <time
              dateTime={new Date(time).toISOString()}
              title={formatFully(time)}
              className="text-soft shrink-0"
            >
              {formatTimeOfDay(time, 'millisecond')}
            </time>
            {part === undefined ? null : <span className="text-soft w-16 shrink-0">{part}</span>}
            <span
              className={joinClasses(
                'min-w-0 whitespace-pre-wrap break-words',
                colors[level.toLowerCase()] ?? '',
              )}
            >
              {level.toLowerCase() === 'info' ? '' : `${level.toUpperCase()} `}
              {msg}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
