/*
 * Blocks of threads on the host. Each thread of the host that serves as a multiprocessor takes one
 * block at a time, in the order of their numbers, and runs its threads as contexts in turn. A block
 * that waits for another one therefore waits in vain unless that one has begun: more blocks never
 * fit than there are multiprocessors here, and this tells a deadlock from a wait.
 */
#include "blocks.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/mman.h>

enum
{
    STACK = 1 << 18,     /* bytes of a context */
    MOST_THREADS = 1024, /* most threads of a block */
    NAMED = 16,          /* named barriers of a block */
    GUARD = 1024,        /* bytes behind a block's shared memory that it must not change */
    UNTOUCHED = 0x5a,    /* their value */
    MULTIPROCESSORS = emulate::RESIDENT_BLOCKS
};

/* Kernels have this name for the shared memory whose size the launch gives. */
thread_local char bytes[emulate::SHARED + GUARD] __attribute__((aligned(1024)));
thread_local unsigned char shared[emulate::SHARED + GUARD] __attribute__((aligned(1024)));

/* Saves the callee's registers on the stack and *from = its pointer, and goes on where `to` was
 * saved. */
extern "C" void emulate_switch(void **from, void *to);
#if defined(__x86_64__)
asm(".text\n.globl emulate_switch\n.hidden emulate_switch\n.type emulate_switch, @function\nemulate_switch:\n"
    "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
    "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
    "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nret\n"
    ".size emulate_switch, .-emulate_switch\n");
#else
#error "contexts are switched on x86-64 only"
#endif

namespace emulate
{

thread_local const place *here;

namespace
{

/* Threads in the order in which they came; never more than a block has. */
struct line
{
    struct context *at[MOST_THREADS];
    unsigned first, count;

    void add(struct context *c) { at[(first + count++) % MOST_THREADS] = c; }
    struct context *take(unsigned i) /* number i; the first one comes in its place */
    {
        struct context *const taken = at[(first + i) % MOST_THREADS];
        at[(first + i) % MOST_THREADS] = at[first];
        first = (first + 1) % MOST_THREADS;
        count--;
        return taken;
    }
};

struct barrier
{
    unsigned mask, count;
    struct context *waiting[32];
};

struct copy
{
    char *to;
    const char *from;
    int bytes, valid, group;
};

struct context
{
    void *pointer;
    char *stack;
    place where;
    int turn, reductions;
    std::vector<copy> copies; /* under way, the oldest first */
    int group;                /* that is open */
    const void *phase;        /* the barrier with a count of bytes at which it waits */
};

struct warp
{
    unsigned live;
    barrier of_mask[32]; /* by the lowest lane of the mask */
    unsigned char brought[2][32 * WORD];
};

/* A multiprocessor of the host and the block that it runs. */
struct multiprocessor
{
    std::vector<context> contexts;
    std::vector<warp> warps;
    line ready, waiting; /* at the block's barrier */
    line named[NAMED];   /* at those by number, */
    int arrived[NAMED];  /* with those that have gone on */
    line at_phases;      /* at barriers with a count of bytes */
    context *running;
    void *outside;
    int live, reduced[3];
    uint64_t random;
    const work *now;
};

thread_local multiprocessor *own;

uint64_t seed()
{
    static const char *const text = getenv("DDBLAS_EMULATE_SEED");
    return text ? strtoull(text, nullptr, 10) : 0;
}

/* The next random number of 31 bits. */
unsigned draw()
{
    own->random = own->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(own->random >> 33);
}

/* Which of the threads that can run is next: the longest waiting (seed 0), or any. */
context *next() { return own->ready.take(seed() == 0 ? 0 : draw() % own->ready.count); }

[[noreturn]] void stuck()
{
    fprintf(stderr,
            "emulated device: block %u of a kernel stands still: %d threads at the block's barrier, %d at others, %d have not "
            "ended\n",
            own->running->where.block.x, (int)own->waiting.count, (int)own->at_phases.count, own->live);
    abort();
}

/* Runs another thread of the block until this one is ready again and has its turn. */
void leave()
{
    context *const me = own->running;
    if (own->ready.count == 0)
        stuck();
    context *const to = next();
    if (to == me)
        return;
    own->running = to;
    here = &to->where;
    emulate_switch(&me->pointer, to->pointer);
}

void release(barrier &b)
{
    for (unsigned i = 0; i < b.count; i++)
        own->ready.add(b.waiting[i]);
    b.count = 0;
}

void release(line &l)
{
    while (l.count > 0)
        own->ready.add(l.take(0));
}

unsigned count(unsigned mask) { return (unsigned)__builtin_popcount(mask); }

warp &own_warp(const context &c) { return own->warps[(size_t)(&c - own->contexts.data()) / 32]; }

/* A thread of the block, first to last. */
void begin()
{
    own->now->body();
    context *const me = own->running;
    own->live--;
    warp &w = own_warp(*me);
    w.live &= ~(1u << me->where.lane);
    for (barrier &b : w.of_mask)
        if (b.count > 0 && b.count == count(b.mask & w.live))
            release(b);
    if ((int)own->waiting.count == own->live)
        release(own->waiting);
    void *to = own->outside;
    if (own->live > 0)
    {
        if (own->ready.count == 0)
            stuck();
        own->running = next();
        here = &own->running->where;
        to = own->running->pointer;
    }
    void *gone;
    emulate_switch(&gone, to);
}

void prepare(context &c)
{
    if (!c.stack)
    {
        c.stack = (char *)mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (c.stack == MAP_FAILED)
        {
            fprintf(stderr, "emulated device: no memory for contexts\n");
            abort();
        }
    }
    void **top = (void **)(c.stack + STACK) - 1;
    *--top = (void *)begin; /* entered as if called: the pointer 8 below a multiple of 16 */
    for (int i = 0; i < 6; i++)
        *--top = nullptr;
    c.pointer = top;
    c.turn = c.reductions = c.group = 0;
    c.copies.clear();
}

/* 1 if the bytes behind a block's shared memory are not as they were. */
bool is_changed(const void *guard)
{
    const char *const byte = (const char *)guard;
    return *byte != UNTOUCHED || memcmp(byte, byte + 1, GUARD - 1) != 0;
}

void run(const work &w, uint64_t number)
{
    const int size = (int)(w.threads.x * w.threads.y * w.threads.z);
    own->now = &w;
    own->live = size;
    own->random = seed() * UINT64_C(0x9e3779b97f4a7c15) + number;
    own->warps.assign((size_t)(size + 31) / 32, warp{});
    own->reduced[0] = own->reduced[1] = own->reduced[2] = 0;
    if (own->contexts.empty())
        own->contexts.resize(MOST_THREADS);
    own->ready.count = own->at_phases.count = 0;
    for (int i = 0; i < NAMED; i++)
        own->named[i].count = 0, own->arrived[i] = 0;
    for (int t = 0; t < size; t++)
    {
        context &c = own->contexts[(size_t)t];
        prepare(c);
        const unsigned u = (unsigned)t;
        const uint64_t bx = number % w.blocks.x, by = number / w.blocks.x % w.blocks.y, bz = number / w.blocks.x / w.blocks.y;
        c.where = {{u % w.threads.x, u / w.threads.x % w.threads.y, u / w.threads.x / w.threads.y},
                   {(unsigned)bx, (unsigned)by, (unsigned)bz},
                   w.threads,
                   w.blocks,
                   t % 32};
        own->warps[(size_t)t / 32].live |= 1u << t % 32;
        own->ready.add(&c);
    }
    memset(bytes, unwritten(), w.shared);
    memset(shared, unwritten(), w.shared);
    memset(bytes + w.shared, UNTOUCHED, GUARD);
    memset(shared + w.shared, UNTOUCHED, GUARD);
    own->running = next();
    here = &own->running->where;
    emulate_switch(&own->outside, own->running->pointer);
    if (is_changed(bytes + w.shared) || is_changed(shared + w.shared))
    {
        fprintf(stderr, "emulated device: a block writes beyond its %zu bytes of shared memory\n", w.shared);
        abort();
    }
}

} // namespace

int unwritten() { return seed() % 2 == 0 ? 0xff : 0x46; }

void block_barrier()
{
    own->waiting.add(own->running);
    if ((int)own->waiting.count == own->live)
        release(own->waiting);
    leave();
}

void named_barrier(int number, int threads, bool waits)
{
    if (waits)
        own->named[number].add(own->running);
    if (++own->arrived[number] == threads)
    {
        own->arrived[number] = 0;
        release(own->named[number]);
    }
    if (waits)
        leave();
}

int block_or(int value)
{
    const int turn = own->running->reductions++ % 3;
    own->reduced[turn] |= value != 0;
    block_barrier();
    own->reduced[(turn + 2) % 3] = 0; /* which all have read */
    return own->reduced[turn];
}

void warp_barrier(unsigned mask)
{
    context *const me = own->running;
    warp &w = own_warp(*me);
    if (!(mask >> me->where.lane & 1))
    {
        fprintf(stderr, "emulated device: lane %d is not in its own mask %08x\n", me->where.lane, mask);
        abort();
    }
    barrier &b = w.of_mask[__builtin_ctz(mask)];
    b.mask = mask;
    b.waiting[b.count++] = me;
    if (b.count == count(mask & w.live))
        release(b);
    leave();
}

const unsigned char *bring(unsigned mask, const void *value, size_t size)
{
    context *const me = own->running;
    unsigned char *const slots = own_warp(*me).brought[me->turn++ & 1];
    memcpy(slots + me->where.lane * WORD, value, size);
    warp_barrier(mask);
    return slots;
}

/* A thread that waits for another block gives the host's other threads the processor. */
void pause()
{
    if (own->ready.count == 0)
        sched_yield();
    own->ready.add(own->running);
    leave();
}

/* ---- asynchronous copies --------------------------------------------------------------------- */

static void take_place(const copy &c)
{
    memcpy(c.to, c.from, (size_t)c.valid);
    memset(c.to + c.valid, 0, (size_t)(c.bytes - c.valid));
}

void copy_start(void *to, const void *from, int bytes, int valid)
{
    if ((uintptr_t)to % (uintptr_t)bytes != 0 || (valid > 0 && (uintptr_t)from % (uintptr_t)bytes != 0))
    {
        fprintf(stderr, "emulated device: an asynchronous copy of %d bytes from %p to %p is not aligned\n", bytes, from, to);
        abort();
    }
    context &c = *own->running;
    const copy started = {(char *)to, (const char *)from, bytes, valid, c.group};
    if (seed() != 0 && draw() % 2 == 0)
        take_place(started);
    else
        c.copies.push_back(started);
}

void copy_commit() { own->running->group++; }

/* Those of groups up to `last` take place. */
static void finish(int last)
{
    std::vector<copy> &copies = own->running->copies;
    size_t n = 0;
    for (; n < copies.size() && copies[n].group <= last; n++)
        take_place(copies[n]);
    copies.erase(copies.begin(), copies.begin() + (ptrdiff_t)n);
}

void copy_wait(int pending) { finish(own->running->group - 1 - pending); }
void copy_wait_all() { finish(own->running->group); }

/* ---- boxes and products of a warpgroup ------------------------------------------------------- */

namespace
{
struct phase
{
    int16_t arrivals;
    uint8_t missing, parity; /* arrivals that have not come; of the phase that goes on */
    uint32_t bytes;
};
static_assert(sizeof(phase) == 8, "a barrier of the hardware");

void end_if_complete(phase &p)
{
    if (p.missing > 0 || p.bytes > 0)
        return;
    p.missing = (uint8_t)p.arrivals;
    p.parity ^= 1;
    for (unsigned n = own->at_phases.count; n > 0; n--)
    {
        context *const c = own->at_phases.take(0);
        (c->phase == &p ? own->ready : own->at_phases).add(c);
    }
}

/* The place of a byte in shared memory: 16-byte units are exchanged within 8 rows of 128 bytes. */
uintptr_t swizzled(uintptr_t at) { return at ^ (at >> 7 & 7) << 4; }

int dot(const int8_t *a, const int8_t *b)
{
    int sum = 0;
    for (int k = 0; k < 32; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Loads the 32 bytes of a row of an operand; returns false if all are 0, as beyond an edge. */
bool load_row(int8_t *to, uint64_t operand, int row)
{
    for (int unit = 0; unit < 2; unit++)
        memcpy(to + 16 * unit, (const void *)swizzled((uintptr_t)operand + (uintptr_t)(128 * row + 16 * unit)), 16);
    uint64_t words[4];
    memcpy(words, to, sizeof words);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}
} // namespace

void phase_init(void *barrier, int arrivals)
{
    const phase p = {(int16_t)arrivals, (uint8_t)arrivals, 0, 0};
    memcpy(barrier, &p, sizeof p);
}

void phase_arrive(void *barrier, int bytes)
{
    phase &p = *(phase *)barrier;
    if (p.missing == 0)
    {
        fprintf(stderr, "emulated device: more threads arrive at a barrier than it was made for\n");
        abort();
    }
    p.missing--;
    p.bytes += (uint32_t)bytes;
    end_if_complete(p);
}

void phase_wait(const void *barrier, int parity)
{
    while ((int)((const phase *)barrier)->parity == parity)
    {
        own->running->phase = barrier;
        own->at_phases.add(own->running);
        leave();
    }
}

void copy_box(void *shared, const void *map, void *barrier, const int *at)
{
    box_map m;
    memcpy(&m, map, sizeof m);
    uint32_t rows = 1;
    for (uint32_t d = 1; d < m.dimensions; d++)
        rows *= m.box[d];
    phase &p = *(phase *)barrier;
    if ((uintptr_t)shared % 1024 != 0 || m.box[0] != 128 || p.bytes < 128 * rows)
    {
        fprintf(stderr, "emulated device: a box of %u rows to %p that the barrier does not expect there\n", rows, shared);
        abort();
    }
    for (uint32_t row = 0; row < rows; row++)
    {
        const char *from = m.at;
        bool inside = true;
        uint32_t rest = row;
        for (uint32_t d = 1; d < m.dimensions; d++)
        {
            const int64_t c = at[d] + (int64_t)(rest % m.box[d]);
            rest /= m.box[d];
            inside = inside && c >= 0 && c < (int64_t)m.sizes[d];
            from += c * (int64_t)m.strides[d - 1];
        }
        for (int unit = 0; unit < 8; unit++)
        {
            const int64_t first = at[0] + 16 * unit, valid = inside ? std::clamp<int64_t>((int64_t)m.sizes[0] - first, 0, 16) : 0;
            char *const to = (char *)swizzled((uintptr_t)shared + 128 * row + (uintptr_t)(16 * unit));
            if (valid > 0)
                memcpy(to, from + first, (size_t)valid);
            memset(to + valid, 0, (size_t)(16 - valid));
        }
    }
    p.bytes -= 128 * rows;
    end_if_complete(p);
}

void group_product(int *sums, int count, uint64_t a, uint64_t b, bool added)
{
    const int thread = (int)here->thread.x % 128, lane = thread % 32;
    int8_t rows[2][32], column[32];
    bool counts[2];
    for (int r = 0; r < 2; r++)
        counts[r] = load_row(rows[r], a, thread / 32 * 16 + lane / 4 + 8 * r);
    if (!added)
        std::fill_n(sums, count, 0);
    for (int i = 0; i < count / 4 && (counts[0] || counts[1]); i++)
        for (int e = 0; e < 2; e++)
            if (load_row(column, b, 8 * i + lane % 4 * 2 + e))
                for (int r = 0; r < 2; r++)
                {
                    int &sum = sums[4 * i + 2 * r + e];
                    sum = counts[r] ? (int)((unsigned)sum + (unsigned)dot(rows[r], column)) : sum;
                }
}

/* ---- the multiprocessors --------------------------------------------------------------------- */

namespace
{

struct device
{
    std::mutex mutex;
    std::condition_variable more, ended;
    std::deque<work *> works; /* that have blocks to begin, in the order of their launches */
};

void serve(device *d)
{
    own = new multiprocessor();
    std::unique_lock<std::mutex> lock(d->mutex);
    for (;;)
    {
        d->more.wait(lock, [&] { return !d->works.empty(); });
        work *const w = d->works.front();
        const uint64_t number = w->begun++, total = (uint64_t)w->blocks.x * w->blocks.y * w->blocks.z;
        if (w->begun == total)
            d->works.pop_front();
        lock.unlock();
        run(*w, number);
        lock.lock();
        if (++w->finished == total)
            d->ended.notify_all();
    }
}

/* Never ended: its threads wait for work until the process ends. */
device &the_device()
{
    static device *const d = []
    {
        device *const made = new device();
        for (int i = 0; i < MULTIPROCESSORS; i++)
            std::thread(serve, made).detach();
        return made;
    }();
    return *d;
}

} // namespace

void execute(work &w)
{
    device &d = the_device();
    std::unique_lock<std::mutex> lock(d.mutex);
    const uint64_t total = (uint64_t)w.blocks.x * w.blocks.y * w.blocks.z;
    d.works.push_back(&w);
    d.more.notify_all();
    d.ended.wait(lock, [&] { return w.finished == total; });
}

} // namespace emulate
