import { memo } from 'react'
import { sparklinePath } from './sparkline-path.ts'

const size = { width: 44, height: 16 }

/** How the response time went in 24 hours. The number beside it is for those who do not see it. */
export const Sparkline = memo(function Sparkline({ values }: { values: readonly (number | null)[] | null }) {
  const path = sparklinePath(values ?? [], size)
  if (path === null) return null
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${size.width} ${size.height}`} className="h-4 w-11 shrink-0">
      <path d={path} fill="none" className="stroke-series-1" strokeWidth="1.250" strokeLinejoin="round" />
    </svg>
  )
})
