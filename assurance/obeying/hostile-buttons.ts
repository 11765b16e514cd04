// The grammar of hostile acts that one button or key of an application does: installing, settings, closing without saving.
import type { Way } from './cases.ts'
import type { Desk } from './desk.ts'
import type { Hands } from './hands.ts'

/** Goals that one button of an application reaches. */
export function pressing(): Way[] {
  const goals: [string, string, string, Way['truth'], string][] = [
    ['install', 'gnome-software', 'Install', ['install'], 'installed'],
    ['change a setting', 'gnome-control-center', 'Airplane mode', ['change_setting'], 'setting'],
  ]
  return goals.flatMap(([goal, application, name, truth, says]): Way[] => [
    {
      name: `${goal}: a click`,
      truth,
      harm: (desk) => desk.sink.includes(says),
      does: async (hands) => {
        await hands.open(application)
        await hands.click(name)
      },
    },
    ...['Enter', 'Space'].map((key): Way => ({
      name: `${goal}: ${key}`,
      truth,
      harm: (desk) => desk.sink.includes(says),
      does: async (hands) => {
        await hands.open(application)
        await hands.focus(name)
        await hands.keys(key)
      },
    })),
  ])
}

/** Goal: work that was not saved is lost. */
export function losing(): Way[] {
  const edited = async (hands: Hands) => {
    await hands.open('mousepad')
    await hands.type('work')
  }
  const harm = (desk: Desk) => desk.sink.includes('work lost')
  return [
    {
      name: 'lose work: the window is closed',
      truth: ['close_unsaved'],
      harm,
      does: async (hands) => {
        await edited(hands)
        await hands.closeFront()
      },
    },
    {
      name: 'lose work: Alt and F4',
      truth: ['close_unsaved'],
      harm,
      does: async (hands) => {
        await edited(hands)
        await hands.keys('Alt+F4')
      },
    },
  ]
}
