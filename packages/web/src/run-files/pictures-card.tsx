import { useState } from 'react'
import { Card } from '../parts/card.tsx'
import { joinClasses } from '../parts/join-classes.ts'
import { Segments } from '../parts/segments.tsx'
import { FileLine } from './file-line.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { Picture } from './picture.tsx'
import { screenshotTitle, type RunFile } from './run-file.ts'

/** Screenshots and videos of a run in one frame; the screenshot at the error comes first. */
export function PicturesCard({
  screenshots,
  videos,
}: {
  screenshots: readonly RunFile[]
  videos: readonly RunFile[]
}) {
  const [view, setView] = useState<'screenshots' | 'videos'>('screenshots')
  if (screenshots.length + videos.length === 0) return null
  const shown = screenshots.length === 0 ? 'videos' : videos.length === 0 ? 'screenshots' : view
  const options = [
    { value: 'screenshots', label: `Screenshots ${screenshots.length}` },
    { value: 'videos', label: `Video${videos.length === 1 ? '' : `s ${videos.length}`}` },
  ] as const
  const isChoice = screenshots.length > 0 && videos.length > 0
  const ownTitle = shown === 'videos' ? (videos.length === 1 ? 'Video' : 'Videos') : 'Screenshots'
  return (
    <Card
      title={isChoice ? 'Screenshots and video' : ownTitle}
      actions={
        isChoice ? <Segments label="Shown" options={options} value={shown} onChange={setView} /> : undefined
      }
    >
      {shown === 'videos' ? <Videos videos={videos} /> : <Screenshots screenshots={screenshots} />}
    </Card>
  )
}

function Screenshots({ screenshots }: { screenshots: readonly RunFile[] }) {
  const [chosen, setChosen] = useState(0)
  const [isLarge, setIsLarge] = useState(false)
  // Files come and go while the screen is open.
  const index = Math.min(chosen, screenshots.length - 1)
  const file = screenshots[index]
  if (file === undefined) return null
  const title = screenshotTitle(file)
  return (
    <>
      <figure>
        <figcaption className="mb-2 flex flex-wrap items-baseline gap-x-3">
          <strong className="min-w-0 break-words">{title}</strong>
          {title === file.name ? null : (
            <span className="text-soft min-w-0 text-xs break-words">{file.name}</span>
          )}
        </figcaption>
        {file.missing === null ? (
          <button
            type="button"
            onClick={() => setIsLarge(true)}
            aria-label={`Enlarge: ${title}`}
            className="border-line bg-raised block w-full cursor-zoom-in rounded-md border"
          >
            <Picture
              key={file.name}
              file={file}
              alt={`Screenshot ${file.name}`}
              className="mx-auto max-h-[28rem] max-w-full object-contain"
            />
          </button>
        ) : (
          <Picture file={file} alt="" />
        )}
      </figure>
      {screenshots.length === 1 ? null : (
        <ul aria-label="All screenshots" className="mt-3 flex gap-2 overflow-x-auto p-1">
          {screenshots.map((one, place) => (
            <li key={one.name} className="w-28 shrink-0">
              <button
                type="button"
                aria-pressed={place === index}
                onClick={() => setChosen(place)}
                className={joinClasses(
                  'block w-full cursor-pointer rounded border p-0.5 text-left',
                  place === index ? 'border-accent bg-accent-wash border-2' : 'border-line',
                )}
              >
                {one.missing === null ? (
                  <img
                    src={one.address}
                    alt=""
                    loading="lazy"
                    className="h-16 w-full object-cover object-top"
                  />
                ) : (
                  <span className="text-soft flex h-16 items-center justify-center text-xs">Not stored</span>
                )}
                <span className="block truncate text-xs" title={one.name}>
                  {screenshotTitle(one)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isLarge ? (
        <PictureDialog
          files={screenshots}
          index={index}
          onChange={setChosen}
          onClose={() => setIsLarge(false)}
        />
      ) : null}
    </>
  )
}

function Videos({ videos }: { videos: readonly RunFile[] }) {
  return (
    <ul className="space-y-4">
      {videos.map((file) => (
        <li key={file.name} className="min-w-0">
          {file.missing === null ? <Video file={file} /> : null}
          <p className="mt-1 break-words">
            <FileLine file={file} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Video({ file: { name, address } }: { file: RunFile }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) {
    return <p className="text-soft">This browser cannot play the video. Download it instead.</p>
  }
  return (
    <video
      src={address}
      controls
      // Recordings have no sound.
      muted
      preload="metadata"
      aria-label={`Video ${name}`}
      className="border-line mx-auto max-h-[28rem] w-full rounded-md border bg-black"
      onError={() => setIsBroken(true)}
    />
  )
}
