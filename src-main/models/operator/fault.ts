// Says what was wrong with a computer-use model's turn, in words for the model.

export class OperatorFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OperatorFault'
  }
}
