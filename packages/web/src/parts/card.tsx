import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { joinClasses } from './join-classes.ts'

/** A card within a card is a part of it, and no landmark of the screen: its name may be there a second time. */
const IsInsideCard = createContext(false)

/** A section with a frame. `isFlush`: its content reaches the frame, as a table does. */
export function Card({
  title,
  actions,
  isFlush = false,
  className = '',
  children,
}: {
  title?: string
  actions?: ReactNode
  isFlush?: boolean
  className?: string
  children: ReactNode
}) {
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const isScrolled = useIsWider(content)
  const isInside = useContext(IsInsideCard)
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section
      role={isInside ? 'group' : undefined}
      aria-labelledby={title === undefined ? undefined : id}
      className={joinClasses('bg-card border-line mb-3 rounded-lg border', className)}
    >
      {hasHead ? (
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 px-4 pt-2.5 pb-1">
          {title === undefined ? <span /> : <h2 id={id}>{title}</h2>}
          {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      ) : null}
      <div
        ref={content}
        // What scrolls must be reachable without a mouse; what does not is no stop on the way.
        tabIndex={isFlush && isScrolled ? 0 : undefined}
        className={isFlush ? 'relative overflow-x-auto' : hasHead ? 'px-4 pt-1 pb-4' : 'p-4'}
      >
        <IsInsideCard value={true}>{children}</IsInsideCard>
      </div>
    </section>
  )
}

/** Whether there is more in it than fits beside each other. */
function useIsWider(box: RefObject<HTMLElement | null>): boolean {
  const [isWider, setIsWider] = useState(false)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const measure = () => setIsWider(current.scrollWidth > current.clientWidth)
    const resizing = new ResizeObserver(measure)
    resizing.observe(current)
    // What comes later, such as a table in the place of "Loading", may grow as well.
    const observeChildren = () => {
      for (const child of current.children) resizing.observe(child)
    }
    observeChildren()
    const changing = new MutationObserver(() => {
      observeChildren()
      measure()
    })
    changing.observe(current, { childList: true, characterData: true, subtree: true })
    return () => {
      resizing.disconnect()
      changing.disconnect()
    }
  }, [box])
  return isWider
}
