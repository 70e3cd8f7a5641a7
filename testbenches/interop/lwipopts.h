/* How lwIP is built as the counterpart of our TCP: one thread, IPv4 and TCP alone, windows of 64 KB with scaling. */
#pragma once
#define NO_SYS 1
#define LWIP_SOCKET 0
#define LWIP_NETCONN 0
#define LWIP_IPV6 0
#define LWIP_UDP 0
#define LWIP_RAW 0
#define LWIP_ICMP 0
#define LWIP_ARP 0
#define LWIP_ETHERNET 0
#define SYS_LIGHTWEIGHT_PROT 0
#define MEM_LIBC_MALLOC 1
#define MEMP_MEM_MALLOC 1
#define MEM_ALIGNMENT 8
#define LWIP_WND_SCALE 1
#define TCP_RCV_SCALE 2
#define TCP_MSS 1460
#define TCP_WND 60000
#define TCP_SND_BUF 60000
#define TCP_SND_QUEUELEN 400
#define TCP_SNDLOWAT 2048
#define TCP_SNDQUEUELOWAT 100
#define LWIP_TCP_TIMESTAMPS 1
#define LWIP_CALLBACK_API 1
#define LWIP_STATS 0
