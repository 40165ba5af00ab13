/** Drawn on 20 × 20, in the colour of the text. */
const shapes = {
  checks: 'M8 5h9M8 10h9M8 15h9M3 5l1 1 2-2M3 10l1 1 2-2M3 15l1 1 2-2',
  alerts: 'M4.5 14h11M6 14V9a4 4 0 0 1 8 0v5M9 16.5h2',
  groups: 'M3 5.5h5l1.5 2H17V16H3z',
  maintenance: 'M14.5 3.5a4 4 0 0 0-5.2 5.2L3.5 14.5l2 2 5.8-5.8a4 4 0 0 0 5.2-5.2L14 8l-2-2z',
  channels: 'M17 3L3 8.5l5.500 3L11.500 17zM17 3l-8.500 8.500',
  pages: 'M5 3h7l3 3v11H5zM8 9h4M8 12.5h4',
  dashboards: 'M3 4h6v6H3zM11 4h6v3h-6zM11 9h6v7h-6zM3 12h6v4H3z',
  locations:
    'M10 17s-5-4.500-5-9a5 5 0 0 1 10 0c0 4.500-5 9-5 9zM10 9.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  sessions: 'M7.500 3h5M8.500 3v5l-4 7.500L5.500 17h9l1-1.500-4-7.500V3M6.500 12.500h7',
  settings: 'M3 6h6M13 6h4M3 14h4M11 14h6M11 4v4M9 12v4',
  help: 'M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0zM8 8.200a2 2 0 1 1 2.800 1.800c-.600.300-.800.600-.800 1.200M10 13.700v.100',
} as const

export type PlaceIconName = keyof typeof shapes

/** In front of the name of a screen, which says the same. */
export function PlaceIcon({ name }: { name: PlaceIconName }) {
  return (
    <svg viewBox="0 0 20 20" className="size-4 shrink-0" aria-hidden="true">
      <path
        d={shapes[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
