import { Button } from '../parts/button.tsx'

/**
 * Moves a row up or down, or takes it away. `place` is unique among the rows on the screen: by it the focus finds the
 * row at its new place.
 */
export function OrderButtons({
  name,
  place,
  index,
  count,
  onMove,
  onRemove,
}: {
  name: string
  place: (index: number) => string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}) {
  function move(to: number, way: 'up' | 'down'): void {
    onMove(to)
    // At either end the way on is closed: the other one keeps the focus in the row.
    const isEnd = to === 0 || to === count - 1
    const open = isEnd ? (to === 0 ? 'down' : 'up') : way
    requestAnimationFrame(() => document.getElementById(`${place(to)}-${open}`)?.focus())
  }
  return (
    <span className="flex shrink-0">
      <Button
        look="quiet"
        id={`${place(index)}-up`}
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => move(index - 1, 'up')}
      >
        <span aria-hidden="true">↑</span>
      </Button>
      <Button
        look="quiet"
        id={`${place(index)}-down`}
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => move(index + 1, 'down')}
      >
        <span aria-hidden="true">↓</span>
      </Button>
      <Button look="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
        <span aria-hidden="true">✕</span>
      </Button>
    </span>
  )
}
