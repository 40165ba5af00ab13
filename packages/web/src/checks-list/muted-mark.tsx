/** A bell that is struck through, and the word. */
export function MutedMark() {
  return (
    <span className="text-soft inline-flex items-center gap-1 text-xs whitespace-nowrap">
      <svg viewBox="0 0 20 20" className="size-3.5" aria-hidden="true">
        <path
          d="M10 3a4.500 4.500 0 0 0-4.500 4.500V11L4 13.500h12L14.500 11V7.500A4.500 4.500 0 0 0 10 3zM8.500 16h3M3 3l14 14"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.800"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      muted
    </span>
  )
}
