const screens = new Map<symbol, string>()

/** Something on the screen at this path is typed and not saved; returns how to say that this is over. */
export function noteUnsavedWork(pathname: string): () => void {
  const work = Symbol(pathname)
  screens.set(work, pathname)
  return () => {
    screens.delete(work)
  }
}

export function hasUnsavedWork(pathname: string): boolean {
  return [...screens.values()].includes(pathname)
}
