// Saves a run as a video. While it is recorded, says how far it is, and can be stopped.
import { Film, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActWords } from '../chat/step-line.tsx'
import { fileAddress, faultWords } from '../state/bridge.ts'
import { useFault } from '../state/commands.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { signOf, type Moment } from './replay.ts'
import { saveBlob } from './save-file.ts'
import { recordVideo, videoType } from './video.ts'

export function VideoButton({ run, moments }: { run: string; moments: readonly Moment[] }) {
  const { t } = useTranslation()
  const actWords = useActWords()
  const [done, setDone] = useState<number | null>(null)
  const recording = useRef<AbortController | null>(null)
  useEffect(() => () => recording.current?.abort(), [])
  if (videoType() === null) return null
  const caption = (moment: Moment): string => {
    const { verb, rest } =
      moment.action === null ? { verb: t('replay.no_act'), rest: '' } : actWords(moment.action)
    const sign = signOf(moment)
    return `${moment.step.step + 1}. ${sign === 'asked' || sign === '·' ? '' : `${sign} `}${verb} ${rest}`
  }
  const record = async () => {
    const control = new AbortController()
    recording.current = control
    setDone(0)
    try {
      const source = (path: string) => fileAddress(run, path)
      const video = await recordVideo({
        moments,
        source,
        caption,
        onProgress: setDone,
        signal: control.signal,
      })
      saveBlob(`${run}.webm`, video)
      toast(t('history.exported', { name: `${run}.webm` }))
    } catch (error) {
      if (!control.signal.aborted) useFault.setState({ words: faultWords(error) })
    } finally {
      setDone(null)
    }
  }
  return done === null ? (
    <Button
      size="s"
      look="quiet"
      icon={<Film aria-hidden size={13} />}
      title={t('replay.video_hint')}
      onClick={() => void record()}
    >
      {t('replay.video')}
    </Button>
  ) : (
    <Button
      size="s"
      look="quiet"
      icon={<Square aria-hidden size={11} />}
      onClick={() => recording.current?.abort()}
    >
      {t('replay.video_stop', { at: done + 1, of: moments.length })}
    </Button>
  )
}
