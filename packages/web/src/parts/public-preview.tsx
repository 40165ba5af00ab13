import { useEffect, useRef, useState } from 'react'
import { useMay } from '../api/account-context.ts'
import { Card } from './card.tsx'

const widths = { phone: 390, desktop: 1200 } as const
const shownHeight = 560

/** What visitors see, as it is saved. `revision` differs whenever that has changed. */
export function PublicPreview({
  address,
  revision,
  isPrivate,
  name,
}: {
  address: string
  revision: string
  isPrivate: boolean
  name: string
}) {
  const mayChange = useMay('READ_WRITE')
  // Without a form beside it there is room for a whole page.
  const [width, setWidth] = useState<keyof typeof widths>(() =>
    !mayChange && window.matchMedia('(min-width: 64rem)').matches ? 'desktop' : 'phone',
  )
  return (
    <Card
      title="As visitors see it"
      isFlush
      actions={
        <label className="flex items-center gap-2 whitespace-nowrap">
          <span className="text-soft text-xs">Width</span>
          <select
            className="control"
            value={width}
            onChange={({ target }) => setWidth(target.value === 'phone' ? 'phone' : 'desktop')}
          >
            <option value="phone">Phone</option>
            <option value="desktop">Desktop</option>
          </select>
        </label>
      }
    >
      {isPrivate ? (
        <p className="text-soft p-4">
          A private page is shown only to visitors who have signed in:{' '}
          <a href={address} target="_blank" rel="noreferrer" className="underline">
            open it in a new tab
          </a>
          .
        </p>
      ) : (
        <>
          <ScaledFrame
            // Browsers keep a public page for some seconds.
            src={`${address}?revision=${encodeURIComponent(revision)}`}
            width={widths[width]}
            title={`${name} as visitors see it`}
          />
          {mayChange ? (
            <p className="text-soft border-line border-t px-4 py-2 text-xs">
              Shows the saved page. Save your changes to see them here.
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}

/** A page at the width of another screen, made smaller where there is less room. */
function ScaledFrame({ src, width, title }: { src: string; width: number; title: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(width)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, Math.max(1, room) / width)
  return (
    <div ref={box} className="overflow-hidden" style={{ height: shownHeight }}>
      <iframe
        src={src}
        title={title}
        // The page has no script; its links and forms stay in the frame.
        sandbox="allow-same-origin"
        className="mx-auto block border-0 bg-white"
        style={{
          width,
          height: shownHeight / scale,
          transform: `scale(${scale})`,
          transformOrigin: 'top left',
        }}
      />
    </div>
  )
}
