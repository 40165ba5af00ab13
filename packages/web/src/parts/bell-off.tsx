/** A bell that is struck through: nobody is notified. The words beside it say so, too. */
export function BellOff() {
  return (
    <svg viewBox="0 0 20 20" className="inline size-3.5 shrink-0 align-[-2px]" aria-hidden="true">
      <path
        d="M10 3a4.500 4.500 0 0 0-4.500 4.500V11L4 13.500h12L14.500 11V7.500A4.500 4.500 0 0 0 10 3zM8.500 16h3M3 3l14 14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.800"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
