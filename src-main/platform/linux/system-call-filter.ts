// Writes the filter of system calls for programs in the sandbox, as the kernel's classic BPF: no other process, no network, and
// none of the calls that a script has no use for and an attack on the kernel has.

/** The numbers of the calls on one processor, from the kernel's tables. */
interface Processor {
  /** AUDIT_ARCH_… of the kernel. */
  arch: number
  /** The first number of another calling convention (x32), which no filter by numbers would see. */
  foreign: number | null
  clone: number
  denied: readonly number[]
}

const CLONE3 = 435
/** io_uring_setup, …_enter, …_register; memfd_secret; mount calls of the newer kind (open_tree … move_mount, fsopen … fspick). */
const NEWER = [425, 426, 427, 447, 428, 429, 430, 431, 432, 433]

const PROCESSORS: Partial<Record<NodeJS.Architecture, Processor>> = {
  x64: {
    arch: 0xc000003e,
    foreign: 0x40000000,
    clone: 56,
    // socket, also of the file system: a folder that a script may read can hold that of a desktop or a bus, and a mount that is only
    // for reading does not keep a program from talking to it.
    // fork, vfork; unshare, setns, mount, umount2, pivot_root, chroot; ptrace, process_vm_readv, …_writev; add_key, request_key,
    // keyctl; bpf, perf_event_open, userfaultfd; memfd_create, shmget, shmat: memory that no limit of a process counts.
    denied: [
      41, 57, 58, 272, 308, 165, 166, 155, 161, 101, 310, 311, 248, 249, 250, 321, 298, 323, 319, 29, 30,
    ],
  },
  arm64: {
    arch: 0xc00000b7,
    foreign: null,
    clone: 220,
    denied: [198, 97, 268, 40, 39, 41, 51, 117, 270, 271, 217, 218, 219, 280, 241, 282, 279, 194, 196],
  },
}

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06

/** Offsets in the kernel's `seccomp_data`. The first argument is read by its lower half, in which the flags are. */
const CALL = 0
const ARCH = 4
const FIRST_ARGUMENT = 16

const ALLOW = 0x7fff0000
const KILL = 0x80000000
const fails = (errno: number): number => 0x00050000 | errno
const EPERM = 1
const ENOSYS = 38

const CLONE_THREAD = 0x10000

/** One instruction: its code, how far to jump where its condition holds and where not, and its operand. */
type Instruction = readonly [code: number, then: number, otherwise: number, operand: number]

/** Null for a processor whose calls are not known. */
export function systemCallFilter(processor: NodeJS.Architecture = process.arch): Buffer | null {
  const calls = PROCESSORS[processor]
  if (!calls) return null
  const { arch, foreign, clone, denied } = calls
  const isCall = (number: number, then: readonly Instruction[]): Instruction[] => [
    [JUMP_EQUAL, 0, then.length, number],
    ...then,
  ]
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCH],
    [JUMP_EQUAL, 1, 0, arch],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, CALL],
    ...(foreign === null
      ? []
      : ([
          [JUMP_AT_LEAST, 0, 1, foreign],
          [RETURN, 0, 0, KILL],
        ] as const)),
    ...[...denied, ...NEWER].flatMap((number) => isCall(number, [[RETURN, 0, 0, fails(EPERM)]])),
    // Its flags lie in memory, where no filter can look. The libraries take `clone` where it is not there.
    ...isCall(CLONE3, [[RETURN, 0, 0, fails(ENOSYS)]]),
    // A thread is allowed, another process is not: so what it takes is bounded by the limits of one process.
    ...isCall(clone, [
      [LOAD, 0, 0, FIRST_ARGUMENT],
      [JUMP_ANY_BIT, 1, 0, CLONE_THREAD],
      [RETURN, 0, 0, fails(EPERM)],
      [RETURN, 0, 0, ALLOW],
    ]),
    [RETURN, 0, 0, ALLOW],
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, [code, then, otherwise, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(then, index * 8 + 2)
    bytes.writeUInt8(otherwise, index * 8 + 3)
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4)
  }
  return bytes
}
