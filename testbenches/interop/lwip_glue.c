/* lwIP as one host with one connection, its time and its line given by the caller. */
#include "lwip/init.h"
#include "lwip/ip4.h"
#include "lwip/netif.h"
#include "lwip/tcp.h"
#include "lwip/timeouts.h"

typedef void (*Octets)(void* context, const void* octets, unsigned length);

static unsigned now_ms;
static struct netif line;
static struct tcp_pcb* connection;
static Octets to_line, to_program;
static void* context;
static int open_, closed;

u32_t sys_now(void) { return now_ms; }

static err_t send_packet(struct netif* netif, struct pbuf* p, const ip4_addr_t* to) {
    static unsigned char octets[65536];
    (void)netif, (void)to;
    pbuf_copy_partial(p, octets, p->tot_len, 0);
    to_line(context, octets, p->tot_len);
    return ERR_OK;
}

static err_t add_line(struct netif* netif) {
    netif->output = send_packet;
    netif->mtu = 1500;
    netif->flags = NETIF_FLAG_UP | NETIF_FLAG_LINK_UP;
    return ERR_OK;
}

static err_t on_octets(void* a, struct tcp_pcb* pcb, struct pbuf* p, err_t error) {
    (void)a, (void)error;
    if (!p) {
        closed = 1;
        return ERR_OK;
    }
    for (struct pbuf* q = p; q; q = q->next) to_program(context, q->payload, q->len);
    tcp_recved(pcb, p->tot_len);
    pbuf_free(p);
    return ERR_OK;
}

static err_t on_open(void* a, struct tcp_pcb* pcb, err_t error) {
    (void)a, (void)error;
    connection = pcb;
    tcp_recv(pcb, on_octets);
    open_ = 1;
    return ERR_OK;
}

void glue_start(unsigned address, Octets line_out, Octets program_in, void* whose) {
    ip4_addr_t own, mask, none;
    to_line = line_out, to_program = program_in, context = whose;
    lwip_init();
    own.addr = lwip_htonl(address), mask.addr = lwip_htonl(0xFFFFFF00u), none.addr = 0;
    netif_add(&line, &own, &mask, &none, 0, add_line, ip_input);
    netif_set_default(&line);
    netif_set_up(&line);
    netif_set_link_up(&line);
}
void glue_listen(unsigned port) {
    struct tcp_pcb* pcb = tcp_new();
    tcp_bind(pcb, IP_ADDR_ANY, (u16_t)port);
    tcp_accept(tcp_listen(pcb), on_open);
}
void glue_connect(unsigned address, unsigned port) {
    ip_addr_t to;
    to.addr = lwip_htonl(address);
    tcp_connect(tcp_new(), &to, (u16_t)port, on_open);
}
int glue_open(void) { return open_; }
int glue_peer_closed(void) { return closed; }
unsigned glue_room(void) { return open_ ? tcp_sndbuf(connection) : 0; }
unsigned glue_port(void) { return connection ? connection->local_port : 0; }
int glue_write(const void* octets, unsigned length) {
    return tcp_write(connection, octets, (u16_t)length, TCP_WRITE_FLAG_COPY) == ERR_OK && tcp_output(connection) == ERR_OK;
}
void glue_close(void) { tcp_close(connection); }
void glue_input(unsigned ms, const void* octets, unsigned length) {
    struct pbuf* p = pbuf_alloc(PBUF_RAW, (u16_t)length, PBUF_RAM);
    now_ms = ms;
    pbuf_take(p, octets, (u16_t)length);
    if (line.input(p, &line) != ERR_OK) pbuf_free(p);
}
void glue_timers(unsigned ms) {
    now_ms = ms;
    sys_check_timeouts();
}
