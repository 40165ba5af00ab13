import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import type { ReactNode } from 'react'

/** Trouble is filled, everything else an outline: healthy is quiet. Each has a shape of its own beside its colour. */
const shapes: Readonly<Record<CheckStatus, ReactNode>> = {
  failed: (
    <>
      <rect x="2" y="2" width="16" height="16" rx="4" className="fill-current stroke-none" />
      <path d="M7 7l6 6M13 7l-6 6" className="stroke-on-mark" />
    </>
  ),
  degraded: (
    <>
      <path d="M10 3L18 17H2z" className="fill-current" />
      <path d="M10 8.500v4M10 15v.01" className="stroke-on-mark" />
    </>
  ),
  'no-data': <circle cx="10" cy="10" r="7.500" strokeDasharray="2.500 3.400" />,
  passed: (
    <>
      <circle cx="10" cy="10" r="7.500" />
      <path d="M6.800 10.300l2.300 2.300 4.200-4.800" />
    </>
  ),
  paused: (
    <>
      <circle cx="10" cy="10" r="7.500" />
      <path d="M8.200 7.500v5M11.800 7.500v5" />
    </>
  ),
}

export function StatusShape({ status, className }: { status: CheckStatus; className: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[status]}
    </svg>
  )
}
