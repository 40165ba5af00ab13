import { Link } from '@tanstack/react-router'
import { buttonClasses } from '../button.tsx'
import { formatCount } from '../format.ts'

/** Pages whose number is in the address as `page`. Keeps whatever else the address says. */
export function Pager({ page, pageSize, total }: { page: number; pageSize: number; total: number }) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1) return null
  const first = (page - 1) * pageSize + 1
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <span className="text-soft">
        {formatCount(first)}–{formatCount(Math.min(total, page * pageSize))} of {formatCount(total)}
      </span>
      <span className="flex items-center gap-2">
        <Step to={page - 1} isThere={page > 1} word="Previous" />
        <span>
          Page {formatCount(page)} of {formatCount(last)}
        </span>
        <Step to={page + 1} isThere={page < last} word="Next" />
      </span>
    </nav>
  )
}

function Step({ to, isThere, word }: { to: number; isThere: boolean; word: string }) {
  if (!isThere) {
    return (
      <span aria-disabled="true" className={buttonClasses('plain')}>
        {word}
      </span>
    )
  }
  return (
    <Link to="." search={(before) => ({ ...before, page: to })} className={buttonClasses('plain')}>
      {word}
    </Link>
  )
}
