// Keeps a defect in one view from breaking the whole window: the brake stays.
import { Component, type ReactNode } from 'react'
import i18next from 'i18next'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/notice.tsx'

export class ErrorEdge extends Component<{ children: ReactNode }, { error: string | null }> {
  override state: { error: string | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <Empty
        title={i18next.t('frame.broken')}
        text={this.state.error}
        action={<Button onClick={() => this.setState({ error: null })}>{i18next.t('common.retry')}</Button>}
      />
    )
  }
}
